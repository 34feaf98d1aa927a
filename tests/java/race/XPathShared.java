// check: verdict=violated kind=data-race variable=com.sun.org.apache.xpath.internal.jaxp.XPathImpl.namespaceContext conflict=write-read|read-write jdks=all
// What evaluates paths in documents promises nothing to several threads.
import java.util.Iterator;
import javax.xml.namespace.NamespaceContext;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;

public class XPathShared {
    static class None implements NamespaceContext {
        @Override
        public String getNamespaceURI(String prefix) {
            return "";
        }

        @Override
        public String getPrefix(String namespace) {
            return null;
        }

        @Override
        public Iterator<String> getPrefixes(String namespace) {
            return null;
        }
    }

    public static void main(String[] arguments) {
        XPath path = XPathFactory.newInstance().newXPath();
        NamespaceContext none = new None();
        new Thread(() -> path.setNamespaceContext(none)).start();
        path.getNamespaceContext();
    }
}

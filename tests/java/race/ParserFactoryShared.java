// check: verdict=violated kind=data-race variable=javax.xml.parsers.DocumentBuilderFactory.namespaceAware conflict=write-read|read-write jdks=all
// A factory of parsers promises nothing to several threads.
import javax.xml.parsers.DocumentBuilderFactory;

public class ParserFactoryShared {
    public static void main(String[] arguments) {
        DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
        new Thread(() -> factory.setNamespaceAware(true)).start();
        factory.isNamespaceAware();
    }
}

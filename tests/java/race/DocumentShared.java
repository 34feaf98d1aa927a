// check: verdict=violated kind=data-race variable=com.sun.org.apache.xerces.internal.dom.AttrImpl.value conflict=write-read|read-write jdks=all
// Documents promise nothing to several threads.
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Element;

public class DocumentShared {
    public static void main(String[] arguments) throws Exception {
        Element element = DocumentBuilderFactory.newInstance().newDocumentBuilder().newDocument().createElement("e");
        element.setAttribute("state", "old");
        new Thread(() -> element.setAttribute("state", "new")).start();
        element.getAttribute("state");
    }
}

// check: verdict=violated kind=data-race variable=com.sun.org.apache.xalan.internal.xsltc.trax.TransformerImpl._uriResolver conflict=write-read|read-write jdks=all
// A transformer promises nothing to several threads.
import javax.xml.transform.Transformer;
import javax.xml.transform.TransformerConfigurationException;
import javax.xml.transform.TransformerFactory;

public class TransformersShared {
    public static void main(String[] arguments) throws TransformerConfigurationException {
        Transformer transformer = TransformerFactory.newInstance().newTransformer();
        new Thread(() -> transformer.setURIResolver(null)).start();
        transformer.getURIResolver();
    }
}

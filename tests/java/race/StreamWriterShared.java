// check: verdict=violated kind=data-race variable=com.sun.xml.internal.stream.writers.XMLStreamWriterImpl.fStartTagOpened jdks=all
// A writer of documents promises nothing to several threads.
import java.io.StringWriter;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

public class StreamWriterShared {
    public static void main(String[] arguments) throws XMLStreamException {
        XMLStreamWriter writer =
                XMLOutputFactory.newInstance().createXMLStreamWriter(new StringWriter());
        writer.writeStartElement("a");
        new Thread(() -> write(writer)).start();
        write(writer);
    }

    static void write(XMLStreamWriter writer) {
        try {
            writer.writeCharacters("b");
        } catch (XMLStreamException impossible) {
            throw new IllegalStateException(impossible);
        }
    }
}

// check: verdict=violated kind=data-race variable=com.sun.xml.internal.stream.XMLEventReaderImpl.fPeekedEvent jdks=all
// A reader of events promises nothing to several threads.
import java.io.StringReader;
import javax.xml.stream.XMLEventReader;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamException;

public class EventReaderShared {
    public static void main(String[] arguments) throws XMLStreamException {
        XMLEventReader reader =
                XMLInputFactory.newInstance().createXMLEventReader(new StringReader("<a/>"));
        new Thread(reader::next).start();
        reader.next();
    }
}

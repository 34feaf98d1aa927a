import java.io.StringReader;
import java.io.StringWriter;
import javax.xml.transform.Templates;
import javax.xml.transform.stream.StreamResult;
import javax.xml.transform.stream.StreamSource;
import org.apache.xalan.processor.TransformerFactoryImpl;

/** Xalan: two threads transform documents by one stylesheet. */
public final class Stylesheet {
    private static final String SHEET = "<xsl:stylesheet version='1.0' xmlns:xsl='http://www.w3.org/1999/XSL/Transform'>"
        + "<xsl:template match='/list'><ul><xsl:apply-templates select='item[@n mod 3 = 1]'><xsl:sort select='name'/>"
        + "</xsl:apply-templates></ul></xsl:template>"
        + "<xsl:template match='item'><li><xsl:value-of select='concat(name, \":\", @n)'/></li></xsl:template></xsl:stylesheet>";

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        Templates templates = new TransformerFactoryImpl().newTemplates(new StreamSource(new StringReader(SHEET)));
        StringBuilder list = new StringBuilder("<list>");
        for (int at = 0; at < 200; at++) {
            list.append("<item n='").append(at).append("'><name>name ").append(at * 7919 % 1000).append("</name></item>");
        }
        String document = list.append("</list>").toString();
        long[] sums = new long[2];
        Thread[] threads = new Thread[2];
        for (int number = 0; number < threads.length; number++) {
            int mine = number;
            threads[number] = new Thread(() -> {
                try {
                    for (int round = 0; round < rounds; round++) {
                        StringWriter out = new StringWriter();
                        templates.newTransformer().transform(new StreamSource(new StringReader(document)), new StreamResult(out));
                        sums[mine] += out.toString().length();
                    }
                } catch (javax.xml.transform.TransformerException failure) {
                    throw new IllegalStateException(failure);
                }
            });
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(sums[0] + " " + sums[1]);
    }
}

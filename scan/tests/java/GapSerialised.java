// scan: candidates=none gaps=some
// races: GapSerialised.x
// Writeobject hook.
import java.io.*;
public class GapSerialised { static int x; static class S implements Serializable { private void writeObject(ObjectOutputStream o) throws IOException { x=1; } }
 public static void main(String[] a) throws Exception { Thread w=new Thread(()->{ x=2; }); w.start(); new ObjectOutputStream(new ByteArrayOutputStream()).writeObject(new S()); } }

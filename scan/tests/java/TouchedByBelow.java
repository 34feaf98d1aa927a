// scan: candidates=java.io.FilterOutputStream.out
// races: java.io.FilterOutputStream.out
// A class below one of the library writes a field of that.
import java.io.*;

public class TouchedByBelow { static class F extends FilterOutputStream { F(){ super(new ByteArrayOutputStream()); } void set(){ out=null; } }

public static void main(String[] args) throws Throwable {
F f=new F(); new Thread(()->{ f.set(); }).start(); f.write(1);

} }

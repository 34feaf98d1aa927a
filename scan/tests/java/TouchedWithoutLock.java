// scan: candidates=java.io.ByteArrayOutputStream.count
// races: java.io.ByteArrayOutputStream.count
// A class below one of the library writes a field without the lock by which the library guards it.
import java.io.*;

public class TouchedWithoutLock { static class F extends ByteArrayOutputStream { void z(){ count=0; } }

public static void main(String[] args) throws Throwable {
F f=new F(); new Thread(()->{ f.z(); }).start(); f.write(1);

} }

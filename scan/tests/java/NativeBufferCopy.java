// scan: candidates=int[]
// races: int[]
// `IntBuffer.put` of another copies memory.
import java.nio.*;
public class NativeBufferCopy { 
 public static void main(String[] a) throws Exception {
  int[] q = new int[8];
  IntBuffer w = IntBuffer.wrap(q), d = IntBuffer.allocate(8);
  Thread t = new Thread(() -> { w.put(d); }); t.start();
  System.out.println(q[0]);
 } }

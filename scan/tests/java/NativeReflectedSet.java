// scan: candidates=int[]
// races: int[]
// `Array.setInt` writes an element.
import java.lang.reflect.Array;
public class NativeReflectedSet { 
 public static void main(String[] a) throws Exception {
  int[] arr = new int[3];
  Thread t = new Thread(() -> { Array.setInt(arr, 0, 5); }); t.start();
  System.out.println(arr[0]);
 } }

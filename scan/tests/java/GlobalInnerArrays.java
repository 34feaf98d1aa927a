// scan: candidates=GlobalInnerArrays.x
// races: GlobalInnerArrays.x
// Inner arrays of one statement as locks.
public class GlobalInnerArrays { static int x; static final int[][] locks=new int[2][1];
 public static void main(String[] a){ Thread t=new Thread(()->{ synchronized(locks[0]){ x++; } }); t.start(); synchronized(locks[1]){ x++; } } }

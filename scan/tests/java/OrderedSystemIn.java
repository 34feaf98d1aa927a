// scan: candidates=OrderedSystemIn$In.x
// races: In.x
// Published by system.setin.
import java.io.*;
public class OrderedSystemIn { static class In extends InputStream { int x; public int read(){ return -1; } }
 public static void main(String[] a) throws Throwable { new Thread(()->{ InputStream k=System.in; if(k instanceof In) System.out.println(((In)k).x); }).start(); In b=new In(); b.x=1; System.setIn(b); } }

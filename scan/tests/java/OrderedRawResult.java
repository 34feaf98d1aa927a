// scan: candidates=OrderedRawResult$Box.x,java.util.concurrent.RecursiveTask.result
// races: Box.x
// Getrawresult of a task that is not joined.
import java.util.concurrent.*;
public class OrderedRawResult { static class Box { int x; } static class T extends RecursiveTask<Box> { protected Box compute(){ Box b=new Box(); b.x=1; return b; } }
 public static void main(String[] a) throws Throwable { T t=new T(); new Thread(()->{ t.invoke(); }).start(); Box b=t.getRawResult(); if(b!=null) System.out.println(b.x); } }

// scan: candidates=OrderedWeakReference$Box.x,OrderedWeakReference.r
// races: Box.x
// Through a weak reference that is published by a race.
import java.lang.ref.*;
public class OrderedWeakReference { static class Box { int x; } static WeakReference<Box> r;
 public static void main(String[] a) throws Throwable { new Thread(()->{ WeakReference<Box> k=r; if(k!=null){ Box b=k.get(); if(b!=null) System.out.println(b.x); } }).start(); Box b=new Box(); b.x=1; r=new WeakReference<>(b); System.out.println(b.x); } }

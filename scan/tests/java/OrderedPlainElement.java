// scan: candidates=OrderedPlainElement$Box.x,java.lang.Object[]
// races: Box.x
// Published in plain mode in an atomicreferencearray.
import java.util.concurrent.atomic.*;
public class OrderedPlainElement { static class Box { int x; } static final AtomicReferenceArray<Box> ar=new AtomicReferenceArray<>(1);
 public static void main(String[] a) { Thread t=new Thread(()->{ Box k=ar.getPlain(0); if(k!=null) System.out.println(k.x); }); t.start(); Box b=new Box(); b.x=1; ar.setPlain(0,b); } }

// scan: candidates=OrderedOpaqueElement$Box.x
// races: Box.x
// Published in opaque mode in an atomicreferencearray.
import java.util.concurrent.atomic.*;
public class OrderedOpaqueElement { static class Box { int x; } static final AtomicReferenceArray<Box> ar=new AtomicReferenceArray<>(1);
 public static void main(String[] a) { Thread t=new Thread(()->{ Box k=ar.getOpaque(0); if(k!=null) System.out.println(k.x); }); t.start(); Box b=new Box(); b.x=1; ar.setOpaque(0,b); } }

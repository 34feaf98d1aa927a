// scan: candidates=EscapingThisBeforeFinal$Box.x,EscapingThisBeforeFinal$H.b,EscapingThisBeforeFinal.h
// races: Box.x
// This escapes before final field's freeze.
public class EscapingThisBeforeFinal { static class Box { int x; } static H h;
 static class H { final Box b; H(Box b){ this.b=b; EscapingThisBeforeFinal.h=this; } }
 public static void main(String[] a) { Thread t=new Thread(()->{ H k=h; if(k!=null) System.out.println(k.b.x); }); t.start(); Box b=new Box(); b.x=1; new H(b); } }

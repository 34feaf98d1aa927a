// scan: candidates=ReachedEnumValueOf$Color.x
// races: Color.x
// Valueof of an enum.
public class ReachedEnumValueOf { enum Color { RED, GREEN; int x; }
 public static void main(String[] a) { Thread t=new Thread(()->{ Color.valueOf("RED").x=1; }); t.start(); Color.valueOf("RED").x=2; } }

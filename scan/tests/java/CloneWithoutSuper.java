// scan: candidates=CloneWithoutSuper$F.y
// races: F.y
// `clone()` of the object itself reads its fields, as `super.clone()` does.
public class CloneWithoutSuper { static int x; static class F implements Cloneable { int y; F copy(){ try { return (F)clone(); } catch(CloneNotSupportedException e){ return null; } } }
 public static void main(String[] a) throws Throwable { F f=new F(); new Thread(()->{ f.y=1; }).start(); f.copy(); } }

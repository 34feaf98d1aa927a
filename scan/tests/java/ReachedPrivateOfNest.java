// scan: candidates=ReachedPrivateOfNest.x
// races: ReachedPrivateOfNest.x
// Private method called by a nestmate subclass.
public class ReachedPrivateOfNest { static int x; static class A { private void m(){ x=1; } } static class B extends A { private void m(){} } static class C extends B { void go(){ ((A)this).m(); } }
 public static void main(String[] a) { Thread t=new Thread(()->{ new C().go(); }); t.start(); x=2; } }

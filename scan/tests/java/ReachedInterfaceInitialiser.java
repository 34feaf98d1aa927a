// scan: candidates=ReachedInterfaceInitialiser.x
// races: ReachedInterfaceInitialiser.x
// Interface initialised with the class.
public class ReachedInterfaceInitialiser { static int x; interface I { int Z=ReachedInterfaceInitialiser.f(); default void m(){} } static class C implements I {}
 static int f(){ x=1; return 5; }
 public static void main(String[] a) { Thread t=new Thread(()->{ new C(); }); t.start(); x=2; } }

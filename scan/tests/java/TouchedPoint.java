// scan: candidates=java.awt.Point.x
// races: java.awt.Point.x
// The application itself writes a public field of the class library.


public class TouchedPoint { public static void main(String[] args) throws Throwable {
java.awt.Point p=new java.awt.Point(); new Thread(()->{ p.x=1; }).start(); p.x=2;

} }

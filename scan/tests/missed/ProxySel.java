// races: ProxySel.x
import java.util.*; import java.util.concurrent.*; import java.util.concurrent.atomic.*; import java.util.concurrent.locks.*; import java.util.function.*; import java.util.stream.*; import java.lang.invoke.*; import java.lang.ref.*; import java.io.*; import java.nio.*;
import java.net.*;
public class ProxySel {
  static class Box { int x; Object o; Box next; Box() {} Box(int v) { x = v; } }
  static int x;
  public static void main(String[] a) throws Exception { ProxySelector.setDefault(new ProxySelector() { public List<Proxy> select(URI u) { x++; return List.of(); } public void connectFailed(URI u, SocketAddress s, IOException e) {} }); Runnable r = () -> { try { new URL("http://localhost:1/").openConnection().getInputStream(); } catch (IOException e) {} }; Thread t = new Thread(r); t.start(); r.run(); }
}

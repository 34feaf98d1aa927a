// scan: candidates=none gaps=some
// The class library finds who opens the connection by a name that it puts together.
import java.util.*;
import java.io.*;
import java.net.*;

public class GapConnection {
  static int x;
  public static void main(String[] a) throws Exception { ProxySelector.setDefault(new ProxySelector() { public List<Proxy> select(URI u) { x++; return List.of(); } public void connectFailed(URI u, SocketAddress s, IOException e) {} }); Runnable r = () -> { try { new URL("http://localhost:1/").openConnection().getInputStream(); } catch (IOException e) {} }; Thread t = new Thread(r); t.start(); r.run(); }
}

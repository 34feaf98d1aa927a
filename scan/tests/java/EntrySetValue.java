// scan: candidates=java.util.concurrent.ConcurrentHashMap$MapEntry.val
// races: java.util.concurrent.ConcurrentHashMap$MapEntry.val
// An entry of a concurrent map.
import java.util.*;
import java.util.concurrent.*;

public class EntrySetValue { public static void main(String[] args) throws Throwable {
var o=new ConcurrentHashMap<>(Map.of(1,2)).entrySet().iterator().next(); new Thread(()->{try{ o.setValue(3); }catch(Throwable e_){}}).start(); o.getValue();

} }

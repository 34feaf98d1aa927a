// scan: candidates=java.util.stream.AbstractPipeline.combinedFlags,java.util.stream.AbstractPipeline.depth,java.util.stream.AbstractPipeline.linkedOrConsumed,java.util.stream.AbstractPipeline.nextStage,java.util.stream.AbstractPipeline.previousStage,java.util.stream.AbstractPipeline.sourceAnyStateful,java.util.stream.AbstractPipeline.sourceOrOpFlags,java.util.stream.AbstractPipeline.sourceStage
// races: java.util.stream.AbstractPipeline.linkedOrConsumed
// Two threads use one stream.
import java.util.stream.*;

public class StreamUsedTwice { public static void main(String[] args) throws Throwable {
var o=Stream.of(1,2); new Thread(()->{try{ o.map(x->x); }catch(Throwable e_){}}).start(); o.filter(x->true);

} }

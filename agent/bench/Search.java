import java.util.Random;
import org.apache.lucene.analysis.standard.StandardAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene: two threads index documents, then two search. */
public final class Search {
    public static void main(String[] arguments) throws Exception {
        int documents = Integer.parseInt(arguments[0]);
        ByteBuffersDirectory directory = new ByteBuffersDirectory();
        try (IndexWriter writer = new IndexWriter(directory, new IndexWriterConfig(new StandardAnalyzer()))) {
            inTwo(number -> {
                Random random = new Random(number);
                for (int at = 0; at < documents; at++) {
                    StringBuilder text = new StringBuilder();
                    for (int word = 0; word < 50; word++) {
                        text.append("word").append((int) Math.abs(random.nextGaussian() * 500)).append(' ');
                    }
                    Document document = new Document();
                    document.add(new TextField("text", text.toString(), Field.Store.YES));
                    writer.addDocument(document);
                }
            });
        }
        long[] hits = new long[2];
        try (DirectoryReader reader = DirectoryReader.open(directory)) {
            IndexSearcher searcher = new IndexSearcher(reader);
            inTwo(number -> {
                for (int word = 0; word < 1000; word++) {
                    hits[number] += searcher.count(new TermQuery(new Term("text", "word" + word)));
                }
            });
        }
        System.out.println(hits[0] + " " + hits[1]);
    }

    interface Work {
        void run(int number) throws Exception;
    }

    static void inTwo(Work work) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int at = 0; at < threads.length; at++) {
            int number = at;
            threads[at] = new Thread(() -> {
                try {
                    work.run(number);
                } catch (Exception failure) {
                    throw new IllegalStateException(failure);
                }
            });
            threads[at].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}

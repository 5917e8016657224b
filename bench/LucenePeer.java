// Lucene on the words and queries of bench/search_peers.py, one thread; prints lines of engine, what, value.
//
// Usage: java -cp lucene-core.jar:lucene-analysis-common.jar bench/LucenePeer.java DOCUMENTS QUERIES FOLDER
// DOCUMENTS has the words of a document per line, QUERIES a line per query, id TAB words.
import java.io.BufferedReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.analysis.core.WhitespaceAnalyzer;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.SerialMergeScheduler;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.FSDirectory;

public class LucenePeer {
  static double cpuSeconds() {
    var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return system.getProcessCpuTime() / 1e9;
  }

  static void say(String what, double value) {
    System.out.println("Lucene\t" + what + "\t" + value);
  }

  public static void main(String[] arguments) throws Exception {
    Path folder = Path.of(arguments[2]);
    try (FSDirectory directory = FSDirectory.open(folder)) {
      double begin = cpuSeconds();
      IndexWriterConfig config = new IndexWriterConfig(new WhitespaceAnalyzer());
      config.setRAMBufferSizeMB(500);
      config.setMergeScheduler(new SerialMergeScheduler());
      try (IndexWriter writer = new IndexWriter(directory, config);
          BufferedReader documents = Files.newBufferedReader(Path.of(arguments[0]))) {
        for (String line = documents.readLine(); line != null; line = documents.readLine()) {
          Document document = new Document();
          document.add(new TextField("body", line, Field.Store.NO));
          writer.addDocument(document);
        }
        writer.forceMerge(1);
      }
      say("build", cpuSeconds() - begin);
      double bytes = 0;
      for (String name : directory.listAll()) bytes += directory.fileLength(name);
      say("size", bytes / 1e6);
      List<String> queries = Files.readAllLines(Path.of(arguments[1]));
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        for (int results : new int[] {10, 1500}) {
          double[] times = new double[queries.size()];
          // The machine compiles what runs often: five rounds before the one that counts.
          for (int round = 0; round < 6; ++round) {
            for (int i = 0; i < queries.size(); ++i) {
              long start = System.nanoTime();
              BooleanQuery.Builder query = new BooleanQuery.Builder();
              for (String word : queries.get(i).split("\t", 2)[1].trim().split(" +"))
                query.add(new TermQuery(new Term("body", word)), BooleanClause.Occur.SHOULD);
              searcher.search(query.build(), results);
              times[i] = (System.nanoTime() - start) / 1e6;
            }
          }
          Arrays.sort(times);
          say("median " + results, times[times.length / 2]);
          say("p99 " + results, times[times.length * 99 / 100]);
        }
      }
    }
  }
}

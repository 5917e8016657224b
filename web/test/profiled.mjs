// An article of each kind that has a display profile, with what makes it hard to show: metadata around the title, names that are
// inline in one place and not in another, formulas, tables, lists, references.
const math = (letters) => `<mml:math xmlns:mml="http://www.w3.org/1998/Math/MathML"><mml:mrow>${[...letters].map((each) => `<mml:mi>${each}</mml:mi>`).join("")}</mml:mrow></mml:math>`;

export const profiled = {
  jats: `<article><front><journal-meta><journal-id>sea</journal-id><journal-title-group><journal-title>Sea and Shore</journal-title></journal-title-group></journal-meta>
<article-meta><article-id>10.1/77</article-id><article-categories><subj-group><subject>Optics</subject></subj-group></article-categories>
<title-group><article-title>Light in <italic>fog</italic></article-title></title-group>
<contrib-group><contrib><name><surname>Keeper</surname><given-names>Ada</given-names></name></contrib><aff>Harbour College</aff></contrib-group>
<pub-date><year>2020</year></pub-date><volume>7</volume><permissions><license><license-p>Free to read.</license-p></license></permissions>
<abstract><p>Fog scatters light. Horns do better.</p></abstract><kwd-group><kwd>fog</kwd><kwd>horns</kwd></kwd-group></article-meta></front>
<body><sec><title>Introduction</title><p>A lamp of <inline-formula>${math("xyz")}</inline-formula> candles is lost <xref>1</xref> after a mile.</p>
<sec><title>Lamps</title><p>Oil came first.</p><sec><title>Wicks</title><sec><title>Too deep</title><p>Cotton.</p></sec><p>Wicks are trimmed.</p></sec></sec></sec>
<sec><title>Results</title><fig><label>Figure 1</label><caption><title>Range of lamps</title><p>By weather.</p></caption></fig>
<table-wrap><table><tr><th>lamp</th><th>miles</th></tr><tr><td>oil</td><td>9</td></tr></table></table-wrap><list><list-item><p>Bells</p></list-item><list-item><p>Horns</p></list-item></list></sec></body>
<back><ack><title>Thanks</title><p>To the keepers.</p></ack><ref-list><title>References</title><ref><label>1</label><element-citation><name><surname>Fresnel</surname></name><year>1822</year><article-title>On lenses</article-title><volume>3</volume></element-citation></ref>
<ref><element-citation><article-title>On horns</article-title></element-citation></ref></ref-list></back></article>`,
  tei: `<TEI><teiHeader><fileDesc><titleStmt><title>Letters from a light</title><author>A. Keeper</author></titleStmt><publicationStmt><p>Printed at home.</p></publicationStmt><sourceDesc><p>Found in a drawer.</p></sourceDesc></fileDesc></teiHeader>
<text><body><div><head>First letter</head><p>I read <title>The Horn</title> by <persName>Olga</persName> today. It rained.</p></div><div><listBibl><bibl>The Horn, 1840.</bibl><bibl>The Bell, 1810.</bibl></listBibl></div></body></text></TEI>`,
  docbook: `<article><info><title>Trimming wicks</title><author><personname>Ada Keeper</personname></author><pubdate>1900</pubdate></info><section><title>Tools</title><para>Use <literal>scissors</literal> and a <emphasis>dry</emphasis> cloth.</para>
<programlisting>cut; wipe;
light;</programlisting><itemizedlist><listitem><para>One wick</para></listitem></itemizedlist></section><bibliography><bibliomixed>Wicks, 1850.</bibliomixed></bibliography></article>`,
  wikipedia: `<article><header><title>Foghorn</title><id>612</id><revision><id>9</id><timestamp>2008</timestamp></revision><categories><category>Horns</category></categories></header>
<bdy>A <b>foghorn</b> is a <link>horn</link>.<p>It is loud. It is low.</p><sec><st>History</st><p>Bells came first.</p></sec></bdy></article>`,
  html: `<html><head><title>Foghorns</title></head><body><nav><a>Home</a> <a>Index</a></nav><h1>Foghorns</h1><p>They are <em>loud</em>. They are <abbr>LF</abbr>.</p><ul><li>Bells</li><li>Horns</li></ul><footer>Made by hand.</footer></body></html>`,
  text: "<text>First line, and more.\nSecond line.\n\n    An indented one.</text>",
};

// Display profiles: how the elements of a kind of document are shown. A profile is one record: how its documents are recognised, which
// names have a role of their own, and what is folded into a line that opens on demand. Display never changes offsets: what is folded is
// text as everything else.
//
// Names are separated by spaces; "titleStmt>title" is a title inside of a titleStmt, and goes before "title".

export type Role = "block" | "inline" | "heading" | "list" | "item" | "table" | "row" | "cell" | "pre" | "lines" | "link" | "part" | "caption" | "through";

export interface Profile {
  readonly name: string;
  /** By the name of the root, and by those of all elements. */
  readonly fits: (root: string, names: ReadonlySet<string>) => boolean;
  readonly roles: Readonly<Partial<Record<Role, string>>>;
  /** What the line says, and the names of what it hides. */
  readonly folds: Readonly<Record<string, string>>;
}

/** Where a profile does not say otherwise. A "through" has no box of its own, a "part" of a line is set apart; "lines" are kept as broken. */
const usual: Readonly<Partial<Record<Role, string>>> = {
  heading: "title st h1 h2 h3 h4 h5 h6 head heading subtitle article-title ss-title",
  list: "list ul ol dl normallist numberlist definitionlist bullet-list ref-list",
  item: "li item entry list-item dd dt definitionitem",
  table: "table tgroup",
  row: "tr row",
  cell: "td th cell",
  pre: "pre code preformat source verbatim",
  caption: "caption figcaption",
  inline: "b i u em it bold italic strong sub sup scp tt small big span q emph emph2 emph3 emph5 sc underline monospace font named-content "
    // Formulas flow with the text around them.
    + "math tex-math inline-formula mi mn mo ms mtext mrow mfrac msqrt mroot mstyle mpadded mphantom mfenced menclose msub msup msubsup munder mover "
    + "munderover mmultiscripts mtable mtr mtd mspace semantics annotation annotation-xml",
  link: "a link xref ref collectionlink unknownlink outsidelink weblink languagelink wikipedialink ext-link uri",
};

/** Names inside of others, however they are combined. */
const within = (parents: string, names: string) => parents.split(" ").flatMap((parent) => names.split(" ").map((name) => `${parent}>${name}`)).join(" ");

/** The last fits everything. */
export const profiles: readonly Profile[] = [
  {
    name: "jats",
    fits: (root, names) => root === "article" && (names.has("article-meta") || names.has("front-stub")),
    roles: {
      through: "front article-meta front-stub back",
      block: "label",
      inline: "name string-name article-title>named-content",
      part: "surname given-names prefix suffix etal year month day volume issue fpage lpage elocation-id source",
      item: "ref",
    },
    folds: {
      Journal: "journal-meta",
      "About this article": within("article-meta front-stub", "article-id article-version article-version-alternatives article-categories contrib-group aff "
        + "aff-alternatives author-notes pub-date pub-date-not-available volume issue issue-title fpage lpage page-range elocation-id history pub-history "
        + "self-uri related-article related-object kwd-group funding-group support-group conference counts custom-meta-group supplement trans-title-group")
        + " permissions",
      References: "ref-list",
    },
  },
  {
    name: "tei",
    fits: (root) => root === "tei" || root === "tei.2" || root === "teicorpus",
    roles: {
      through: "teiheader filedesc titlestmt",
      heading: "head titlestmt>title",
      inline: "title hi foreign term name persname placename orgname date num abbr expan choice orig reg sic corr del add gap note lb pb rs forename surname",
      pre: "code eg",
      block: "biblstruct listbibl>bibl",
    },
    folds: {
      "About this document": "editionstmt extent publicationstmt seriesstmt notesstmt sourcedesc encodingdesc profiledesc revisiondesc titlestmt>author "
        + within("titlestmt", "editor respstmt sponsor funder principal"),
      References: "listbibl",
    },
  },
  {
    name: "docbook",
    fits: (root, names) => (names.has("para") || names.has("simpara")) && /^(book|article|chapter|section|set|part|refentry|appendix|preface)$/.test(root),
    roles: {
      through: "info bookinfo articleinfo chapterinfo sectioninfo",
      list: "itemizedlist orderedlist variablelist simplelist segmentedlist glosslist",
      item: "listitem varlistentry member glossentry",
      pre: "programlisting screen literallayout synopsis funcsynopsis cmdsynopsis",
      inline: "emphasis literal filename command option parameter replaceable varname constant function classname type userinput computeroutput prompt "
        + "citetitle quote firstterm glossterm acronym abbrev keycap keycombo guilabel guimenu symbol tag sgmltag systemitem envar phrase subscript superscript",
      link: "ulink link xref olink",
    },
    folds: {
      "About this document": within("info bookinfo articleinfo chapterinfo sectioninfo", "author authorgroup editor othercredit copyright legalnotice pubdate "
        + "date releaseinfo edition revhistory keywordset subjectset biblioid publisher publishername issuenum volumenum productname productnumber"),
      References: "bibliography",
      Index: "index",
    },
  },
  {
    name: "wikipedia",
    fits: (root, names) => root === "article" && names.has("bdy"),
    roles: { through: "header", inline: "name" },
    folds: { "About this article": "header>id revision categories conversionwarning", References: "reflist references" },
  },
  {
    name: "html",
    fits: (root) => root === "html" || root === "body",
    roles: { inline: "abbr cite del dfn ins kbd label mark samp time var", through: "head", item: "li dd dt" },
    folds: { Navigation: "nav footer" },
  },
  { name: "text", fits: (root) => root === "text", roles: { lines: "text" }, folds: {} },
  { name: "plain", fits: () => true, roles: {}, folds: {} },
];

/** By name: roles, and the lines of what is folded. */
export interface Display {
  readonly role: (name: string, parent: string) => Role | undefined;
  readonly fold: (name: string, parent: string) => string | undefined;
}

/** Names without prefixes and in small letters: "mml:mi" is an mi. */
export const plainName = (name: string) => name.slice(name.indexOf(":") + 1).toLowerCase();

function table<Value extends string>(lists: Readonly<Record<string, string | undefined>>): Map<string, Value> {
  return new Map(Object.entries(lists).flatMap(([value, names]) => (names ?? "").split(" ").filter(Boolean).map((name) => [name, value as Value] as const)));
}
const usualRoles = table<Role>(usual);

export function displayOf(profile: Profile): Display {
  const roles = new Map([...usualRoles, ...table<Role>(profile.roles)]);
  const folds = table<string>(profile.folds);
  const find = <Value>(map: Map<string, Value>) => (name: string, parent: string) => map.get(`${parent}>${name}`) ?? map.get(name);
  return { role: find(roles), fold: find(folds) };
}

export function profileOf(root: string, names: readonly string[]): Profile {
  const plain = new Set(names.map(plainName));
  return profiles.find(({ fits }) => fits(plainName(root), plain)) as Profile;
}

/** What people call an element of a name; the name itself where there is no word for it. */
const words: Readonly<Record<string, string>> = {
  abstract: "Abstract", article: "Article", "article-meta": "About the article", back: "Back matter", front: "Front matter", header: "Header", "ref-list": "References", bdy: "Body", body: "Body", book: "Book", caption: "Caption", chapter: "Chapter", div: "Section", fig: "Figure", figure: "Figure",
  item: "List item", li: "List item", list: "List", "list-item": "List item", ol: "List", p: "Paragraph", para: "Paragraph", ip1: "Paragraph", sec: "Section", section: "Section",
  ss1: "Subsection", ss2: "Subsection", ss3: "Subsection", st: "Title", table: "Table", "table-wrap": "Table", "article-title": "Title", text: "Text", title: "Title", ul: "List",
};
export const wordFor = (name: string) => words[plainName(name)] ?? name;

#include "files/csv.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fovea {
namespace {

using Records = std::vector<std::vector<std::string>>;

Records records_of(std::string_view bytes, Diagnostics& diagnostics) {
  const InputFile file = InputFile::from_memory("f.csv", bytes);
  CsvReader reader(file, diagnostics);
  Records records;
  std::vector<CsvField> fields;
  while (reader.next(fields)) {
    auto& record = records.emplace_back();
    for (const CsvField& field : fields) record.push_back(field.text);
  }
  return records;
}

Records records_of(std::string_view bytes) {
  Diagnostics diagnostics;
  auto records = records_of(bytes, diagnostics);
  EXPECT_TRUE(diagnostics.ok()) << to_string(diagnostics.kept().front());
  return records;
}

TEST(Csv, QuotedFieldsHoldCommasQuotesAndLineEnds) {
  EXPECT_EQ(records_of("a,b\n\"1,\"\"2\"\"\r\n3\",\r\n\n,x y"),
            (Records{{"a", "b"}, {"1,\"2\"\r\n3", ""}, {"", "x y"}}));
  EXPECT_EQ(records_of(""), Records{});
  EXPECT_EQ(records_of("\"\""), (Records{{""}}));
  EXPECT_EQ(records_of("a,"), (Records{{"a", ""}}));
}

TEST(Csv, ReportsWhatBreaksTheRulesAndGoesOn) {
  Diagnostics diagnostics;
  EXPECT_EQ(records_of("a\"b,c\nd,\"e\"f\ng\n\"never closed", diagnostics), (Records{{"g"}}));
  ASSERT_EQ(diagnostics.kept().size(), 3U);
  EXPECT_EQ(to_string(diagnostics.kept()[0]),
            "f.csv:1:2: found '\"' in the middle of a field, expected a field that begins with its quote");
  EXPECT_EQ(to_string(diagnostics.kept()[1]),
            "f.csv:2:6: found 'f', expected ',' or the end of the line behind a closing quote");
  EXPECT_EQ(to_string(diagnostics.kept()[2]),
            "f.csv:4:1: found a quote that is never closed, expected a closing '\"'");
}

TEST(Csv, PlacesWhatIsInsideAField) {
  const InputFile file = InputFile::from_memory("f.csv", "h\nx,\"a\"\"é\"\"\nb\"\n");
  Diagnostics diagnostics;
  CsvReader reader(file, diagnostics);
  std::vector<CsvField> fields;
  ASSERT_TRUE(reader.next(fields) && reader.next(fields));
  ASSERT_EQ(fields[1].text, "a\"é\"\nb");
  const auto place = reader.place(fields[1], fields[1].raw_byte(fields[1].text.find('b')));
  EXPECT_EQ(place.line, 3U);
  EXPECT_EQ(place.column, 1U);
  const auto second_quote = reader.place(fields[1], fields[1].raw_byte(4));
  EXPECT_EQ(second_quote.line, 2U);
  EXPECT_EQ(second_quote.column, 8U);
}

RC_GTEST_PROP(Csv, WhatIsWrittenIsReadBack, ()) {
  const auto field = rc::gen::container<std::string>(rc::gen::elementOf(std::string("a,\"\r\n b")));
  const auto record = rc::gen::container<std::vector<std::string>>(2, field);
  const Records records = *rc::gen::container<Records>(record);
  std::string bytes;
  for (const auto& row : records) bytes += csv_field(row[0]) + "," + csv_field(row[1]) + "\r\n";
  RC_ASSERT(records_of(bytes) == records);
}

}  // namespace
}  // namespace fovea

// Small collections for tests, made from strings.
#pragma once

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "collection/collection.h"
#include "collection/document_builder.h"
#include "collection/writer.h"

namespace fovea {

/// The record of an XML document.
inline std::string pack_xml(std::string_view id, std::string_view xml, std::string_view source = "test.xml") {
  DocumentBuilder builder;
  Diagnostics diagnostics;
  EXPECT_TRUE(builder.read_xml_document(InputFile::from_memory(std::string(source), xml), diagnostics))
      << xml;
  return builder.pack(id, source);
}

/// Makes a collection of XML documents, each given as id and content.
inline void make_collection(const std::string& path,
                            std::initializer_list<std::pair<std::string_view, std::string_view>> documents) {
  Diagnostics diagnostics;
  const auto writer = CollectionWriter::create(path, CollectionWriter::Existing::kReplace, diagnostics);
  ASSERT_TRUE(writer);
  for (const auto& [id, xml] : documents) {
    writer->add({std::string(id), "test.xml", pack_xml(id, xml)}, CollectionWriter::Existing::kRefuse,
                diagnostics);
  }
  writer->finish();
  ASSERT_TRUE(diagnostics.ok());
}

}  // namespace fovea

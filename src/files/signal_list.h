// A list that a signal handler may walk at any moment, whatever other threads are doing to it.
//
// A handler can neither wait for a lock nor meet memory that is being freed. So the nodes are never freed: one
// that is given back is used again, and the list is as long as the most entries there ever were at once.
#pragma once

#include <atomic>

namespace fovea {

template <class Entry>
class SignalList {
 public:
  class Node {
    friend class SignalList;
    std::atomic<bool> taken_ = true;
    std::atomic<bool> live_ = false;
    Entry entry_{};
    Node* next_ = nullptr;
  };

  /// A handler sees the entry from now on. `Entry` holds its text in arrays of its own.
  Node* add(const Entry& entry) {
    Node* const node = free_node();
    node->entry_ = entry;
    node->live_.store(true, std::memory_order_release);
    return node;
  }
  void remove(Node* node) {
    node->live_.store(false, std::memory_order_release);
    node->taken_.store(false, std::memory_order_release);
  }
  /// Removes the entries that `matches` says yes to. Not while another thread changes the list.
  template <class Matches>
  void remove_if(Matches matches) {
    for (Node* node = head_.load(std::memory_order_acquire); node != nullptr; node = node->next_) {
      if (node->live_.load(std::memory_order_acquire) && matches(node->entry_)) remove(node);
    }
  }
  /// Safe in a signal handler.
  template <class Visit>
  void for_each(Visit visit) const {
    for (const Node* node = head_.load(std::memory_order_acquire); node != nullptr; node = node->next_) {
      if (node->live_.load(std::memory_order_acquire)) visit(node->entry_);
    }
  }

 private:
  Node* free_node() {
    for (Node* node = head_.load(std::memory_order_acquire); node != nullptr; node = node->next_) {
      if (!node->taken_.exchange(true, std::memory_order_acquire)) return node;
    }
    auto* const node = new Node;  // NOLINT(cppcoreguidelines-owning-memory): never freed, see above
    node->next_ = head_.load(std::memory_order_relaxed);
    while (!head_.compare_exchange_weak(node->next_, node, std::memory_order_release)) {
    }
    return node;
  }

  std::atomic<Node*> head_ = nullptr;
};

}  // namespace fovea

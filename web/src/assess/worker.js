// The service worker: keeps the page itself, so that it opens without a network. Articles and acts are kept by the page (storage.ts).
"use strict";

const kCache = "fovea-page";
const kParts = ["/", "/page.js", "/page.css", "/favicon.svg"];

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(kCache).then((cache) => cache.addAll(kParts)).then(() => self.skipWaiting()));
});
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const url = new URL(event.request.url);
  if (event.request.method !== "GET" || url.origin !== self.location.origin || !kParts.includes(url.pathname)) return;
  // The server's own answer first: a page of yesterday with a server of today helps nobody.
  event.respondWith((async () => {
    const cache = await caches.open(kCache);
    try {
      const response = await fetch(event.request);
      if (response.ok) await cache.put(url.pathname, response.clone());
      return response;
    } catch {
      return (await cache.match(url.pathname)) ?? Response.error();
    }
  })());
});

// What the page keeps in the browser (IndexedDB): acts that the server has not answered yet, acts that it refused, and copies of
// what it answered, for work without a network.
import type { Act, State } from "./journal";

export interface QueuedAct {
  /** Its place in the queue; given by the browser. */
  n?: number;
  account: string;
  assignment: number;
  doc: string;
  sha256: string;
  op: string;
  act: Act;
  active_ms: number;
  /** What the page showed before and after it: which version it is about, and what was meant. */
  base?: number;
  after?: State;
  /** Why the server refused it; only of those that are parked. */
  message?: string;
}
type Store = "acts" | "parked" | "kept";

let opened: Promise<IDBDatabase> | undefined;

function database(): Promise<IDBDatabase> {
  opened ??= new Promise((resolve, reject) => {
    const request = indexedDB.open("fovea", 1);
    request.onupgradeneeded = () => {
      for (const name of ["acts", "parked"]) request.result.createObjectStore(name, { keyPath: "n", autoIncrement: true });
      request.result.createObjectStore("kept", { keyPath: "key" }).createIndex("used", "used");
    };
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opened;
}

/** Runs in one transaction; done when it is on disk. */
async function transact<Value>(stores: Store[], mode: IDBTransactionMode, work: (store: (name: Store) => IDBObjectStore) => IDBRequest<Value> | void): Promise<Value> {
  const db = await database();
  return new Promise((resolve, reject) => {
    const transaction = db.transaction(stores, mode, { durability: "strict" });
    const request = work((name) => transaction.objectStore(name));
    transaction.oncomplete = () => resolve(request ? request.result : (undefined as Value));
    transaction.onabort = transaction.onerror = () => reject(transaction.error);
  });
}

export async function enqueue(act: QueuedAct): Promise<number> {
  return Number(await transact(["acts"], "readwrite", (store) => store("acts").add(act)));
}
export function queued(): Promise<QueuedAct[]> {
  return transact(["acts"], "readonly", (store) => store("acts").getAll());
}
export function parked(): Promise<QueuedAct[]> {
  return transact(["parked"], "readonly", (store) => store("parked").getAll());
}
/** Takes acts out of the queue; `park` puts them aside. */
export function dequeue(acts: readonly QueuedAct[], park = false): Promise<void> {
  return transact(["acts", "parked"], "readwrite", (store) => {
    for (const { n, ...act } of acts) {
      store("acts").delete(n as number);
      if (park) store("parked").add(act);
    }
  });
}
/** Puts acts in the place of others, at once: at no moment are both there, or neither. */
export function exchange(old: readonly QueuedAct[], acts: readonly QueuedAct[]): Promise<void> {
  return transact(["acts"], "readwrite", (store) => {
    for (const { n } of old) store("acts").delete(n as number);
    for (const act of acts) {
      const added = store("acts").add(act);
      added.onsuccess = () => { act.n = Number(added.result); };
    }
  });
}
export function forgetParked(acts: readonly QueuedAct[]): Promise<void> {
  return transact(["parked"], "readwrite", (store) => acts.forEach(({ n }) => store("parked").delete(n as number)));
}

/** More than the next 20 articles with all that belongs to them. */
const kMostKept = 200;

export async function keep(key: string, value: unknown): Promise<void> {
  await transact(["kept"], "readwrite", (store) => store("kept").put({ key, value, used: Date.now() }));
  const many = await transact(["kept"], "readonly", (store) => store("kept").count());
  if (many <= kMostKept) return;
  let surplus = many - kMostKept;
  await transact(["kept"], "readwrite", (store) => {
    const oldest = store("kept").index("used").openCursor();
    oldest.onsuccess = () => {
      if (!oldest.result || surplus-- <= 0) return;
      oldest.result.delete();
      oldest.result.continue();
    };
  });
}
export async function kept<Value>(key: string): Promise<Value | undefined> {
  const row = await transact<{ value: Value } | undefined>(["kept"], "readonly", (store) => store("kept").get(key));
  return row?.value;
}
/** Copies go when somebody logs out; the queue stays. */
export function forgetKept(): Promise<void> {
  return transact(["kept"], "readwrite", (store) => void store("kept").clear());
}

import type Database from 'better-sqlite3';

type Setting = readonly [name: 'pluck' | 'raw' | 'expand' | 'safeIntegers', isOn: boolean];

/** What a statement is to who uses it, without one of SQLite until it is needed. */
class LateStatement {
  readonly source: string;
  readonly database: Database.Database;
  readonly #prepare: (source: string) => Database.Statement;
  #settings: Setting[] | null = null;
  #compiled: Database.Statement | null = null;

  constructor(database: Database.Database, prepare: (source: string) => Database.Statement, source: string) {
    this.database = database;
    this.source = source;
    this.#prepare = prepare;
  }
  #compile(): Database.Statement {
    if (this.#compiled !== null) return this.#compiled;
    const compiled = this.#prepare(this.source);
    for (const [name, isOn] of this.#settings ?? []) compiled[name](isOn);
    this.#compiled = compiled;
    return compiled;
  }
  #set(...setting: Setting): this {
    const [name, isOn] = setting;
    if (this.#compiled !== null) this.#compiled[name](isOn);
    else {
      this.#settings ??= [];
      this.#settings.push(setting);
    }
    return this;
  }
  get reader() {
    return this.#compile().reader;
  }
  get readonly() {
    return this.#compile().readonly;
  }
  columns() {
    return this.#compile().columns();
  }
  run(...given: unknown[]) {
    return this.#compile().run(...given);
  }
  get(...given: unknown[]) {
    return this.#compile().get(...given);
  }
  all(...given: unknown[]) {
    return this.#compile().all(...given);
  }
  iterate(...given: unknown[]) {
    return this.#compile().iterate(...given);
  }
  pluck(isOn = true) {
    return this.#set('pluck', isOn);
  }
  raw(isOn = true) {
    return this.#set('raw', isOn);
  }
  expand(isOn = true) {
    return this.#set('expand', isOn);
  }
  safeIntegers(isOn = true) {
    return this.#set('safeIntegers', isOn);
  }
  bind(...given: unknown[]) {
    this.#compile().bind(...given);
    return this;
  }
}

/**
 * Has SQLite compile each statement when it is first run. A server prepares hundreds, and one of a test runs a few. Those
 * that are their own processes compile all of theirs as they start, so that a wrong one is found there.
 */
export function compileLate(db: Database.Database): void {
  const prepare = db.prepare.bind(db);
  db.prepare = (source: string) => Object(new LateStatement(db, prepare, source));
}

/** The same keys as the English texts, each with a text of its own: a missing or unknown key does not compile. */
export type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>;
};

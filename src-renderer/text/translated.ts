/** The same keys as the English texts, each with its own text: a key that is missing or unknown does not compile. */
export type Translated<Texts> = {
  readonly [Key in keyof Texts]: Texts[Key] extends string ? string : Translated<Texts[Key]>;
};

import styles from './facets.module.css';

/** Options of the groups that nearly every catalogue has: categories, topologies, formats. */
const groups = { categories: 8, topologies: 4, formats: 6 } as const;

/** Where filters will be, as long as nobody knows which. */
export function FacetPlaceholders() {
  return (
    <div aria-hidden="true">
      {Object.entries(groups).map(([name, options]) => (
        <div key={name} className={styles.group}>
          <div className={styles.blankHeading} />
          {[...Array(options).keys()].map((index) => (
            <div key={index} className={styles.blankOption} />
          ))}
        </div>
      ))}
    </div>
  );
}

import styles from './header-list.module.css'

/** The headers of a request or response, folded at first. */
export const HeaderList = ({ headers }: { headers: Iterable<readonly [name: string, value: string]> }) => (
  <details className={styles['headers']}>
    <summary>Headers</summary>
    <dl>
      {[...headers].map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </details>
)

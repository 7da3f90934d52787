import styles from './code.module.css'

/** A table whose first column contains code. */
export function FactTable(props: {
  caption: string
  heads: readonly string[]
  rows: readonly (readonly [string, ...string[]])[]
}) {
  const { caption, heads, rows } = props
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {heads.map(head => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([first, ...others]) => (
          <tr key={first + others[0]}>
            <th scope="row">
              <code>{first}</code>
            </th>
            {others.map(text => (
              <td key={text}>{text}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

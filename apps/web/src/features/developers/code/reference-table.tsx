import styles from './code.module.css'

/** A table whose first column contains code. */
export function ReferenceTable(props: {
  caption: string
  columns: readonly string[]
  rows: readonly (readonly [string, ...string[]])[]
}) {
  const { caption, columns, rows } = props
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          {columns.map(column => (
            <th key={column} scope="col">
              {column}
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

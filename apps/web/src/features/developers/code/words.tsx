const Line = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))

/** Descriptions from the contracts: sentences, code between backticks, and lists of lines that begin with a dash. */
export function Words({ text }: { text: string }) {
  const lines = text.split('\n').filter(Boolean)
  const points = lines.filter(line => line.startsWith('- '))
  return (
    <>
      {lines
        .filter(line => !points.includes(line))
        .map(line => (
          <p key={line}>
            <Line text={line} />
          </p>
        ))}
      {points.length > 0 && (
        <ul>
          {points.map(point => (
            <li key={point}>
              <Line text={point.slice(2)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

const DescriptionLine = ({ text }: { text: string }) =>
  text.split('`').map((part, index) => (index % 2 ? <code key={index}>{part}</code> : part))

/**
 * Renders a description of the OpenAPI document: sentences, code in backticks, and list items that begin with a dash.
 */
export function Description({ text }: { text: string }) {
  const lines = text.split('\n').filter(Boolean)
  const points = lines.filter(line => line.startsWith('- '))
  return (
    <>
      {lines
        .filter(line => !points.includes(line))
        .map(line => (
          <p key={line}>
            <DescriptionLine text={line} />
          </p>
        ))}
      {points.length > 0 && (
        <ul>
          {points.map(point => (
            <li key={point}>
              <DescriptionLine text={point.slice(2)} />
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

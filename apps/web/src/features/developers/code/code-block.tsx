import { Fragment } from 'react'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { apiBaseUrl } from '../frame/page-head.tsx'
import { type CodeLine, joinLines } from './code-line.ts'
import styles from './code.module.css'
import { SAMPLE_BASE_URL } from './languages.tsx'

/** Replaces the sample URL by the API URL of this installation, so that copied code works. */
export const withBaseUrl = (text: string) => text.replaceAll(SAMPLE_BASE_URL, apiBaseUrl())

function CodeLines({ lines }: { lines: readonly CodeLine[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {line.map((piece, pieceIndex) =>
        typeof piece === 'string' ? (
          withBaseUrl(piece)
        ) : (
          <span key={pieceIndex} className={styles[piece[1]]}>
            {withBaseUrl(piece[0])}
          </span>
        ),
      )}
      {'\n'}
    </Fragment>
  ))
}

type CodeBlockProps = {
  title: string
  /** The accessible name, which distinguishes code blocks with the same title. */
  name?: string
  lines: readonly CodeLine[]
  /** The text to copy, if it differs from the shown lines. */
  copyText?: string
}

/** A block of code with a title and a copy button. */
export function CodeBlock({ title, name = title, lines, copyText }: CodeBlockProps) {
  return (
    <figure className={styles['block']}>
      <figcaption className={styles['head']}>
        <span>{title}</span>
        <CopyButton text={copyText ?? withBaseUrl(joinLines(lines))} itemName={name} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- keyboard users scroll it with the arrow keys */}
      <pre tabIndex={0} className={styles['code']} aria-label={name} role="region">
        <code>
          <CodeLines lines={lines} />
        </code>
      </pre>
    </figure>
  )
}

/** The headers of a request or response, initially hidden. */
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

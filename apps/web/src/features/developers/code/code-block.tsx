import { Fragment } from 'react'
import { baseUrl } from '../frame/base-url.ts'
import { type CodeLine, textOf } from './code-line.ts'
import styles from './code-block.module.css'
import { CopyButton } from '../../../ui/buttons/copy-button.tsx'
import { SAMPLE_BASE } from './samples.ts'

/** Samples contain the address of this installation, so that copied code works. */
export const here = (text: string) => text.replaceAll(SAMPLE_BASE, baseUrl())

export function Code({ lines }: { lines: readonly CodeLine[] }) {
  return lines.map((line, index) => (
    <Fragment key={index}>
      {line.map((piece, at) =>
        typeof piece === 'string' ? (
          here(piece)
        ) : (
          <span key={at} className={styles[piece[1]]}>
            {here(piece[0])}
          </span>
        ),
      )}
      {'\n'}
    </Fragment>
  ))
}

type Props = {
  title: string
  /** Distinguishes blocks with the same title for screen readers. */
  name?: string
  lines: readonly CodeLine[]
  /** Set if the copied text differs from the shown lines. */
  copies?: string
}

/** Code with its title and a copy button. */
export function CodeBlock({ title, name = title, lines, copies }: Props) {
  return (
    <figure className={styles['block']}>
      <figcaption className={styles['head']}>
        <span>{title}</span>
        <CopyButton text={copies ?? here(textOf(lines))} what={name} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls sideways is scrolled by keyboard too */}
      <pre tabIndex={0} className={styles['code']} aria-label={name} role="region">
        <code>
          <Code lines={lines} />
        </code>
      </pre>
    </figure>
  )
}

import type { ReactNode } from 'react'
import { formatFileSize } from '../../lib/format/file-size.ts'
import { classNames } from '../../ui/class-names.ts'
import { Picture } from '../masonry/picture.tsx'
import type { Pair } from './match-files.ts'
import styles from './replacing.module.css'

/** A name that both share is announced once. */
function aboutFile({ photo, file }: Pair): string {
  const size = formatFileSize(file.size)
  return file.name === photo.original_filename ? size : `${file.name}, ${size}`
}

/** Photos with their replacement files. */
export function PairList(props: { name: string; pairs: readonly Pair[]; children?: (pair: Pair) => ReactNode }) {
  const { name, pairs, children } = props
  return (
    <ul aria-label={name} className={styles['pairs']}>
      {pairs.map(pair => (
        <li key={`${pair.photo.id} ${pair.file.name}`} className={styles['pair']}>
          <span className={styles['thumbnail']}>
            <Picture src={pair.photo.thumbnail_url} alt="" placeholder={pair.photo.placeholder} />
          </span>
          <div className={styles['names']}>
            <span className={styles['name']}>{pair.photo.original_filename}</span>
            <span className={styles['file']}>{aboutFile(pair)}</span>
          </div>
          {children && <div className={styles['state']}>{children(pair)}</div>}
        </li>
      ))}
    </ul>
  )
}

/** Files without a photo, and the reason. */
export function LooseFiles({ files, children }: { files: readonly File[]; children: ReactNode }) {
  if (files.length === 0) return null
  return (
    <section className={styles['group']}>
      <h3 className={styles['heading']}>{children}</h3>
      <p className={classNames(styles['file'], styles['loose'])}>{files.map(({ name }) => name).join(', ')}</p>
    </section>
  )
}

import styles from './download.module.css'
import type { Size } from './prepare.queries.ts'

const WORDS: Record<Size, [name: string, use: string]> = {
  original: ['Original', 'Full resolution, for prints'],
  '2048': ['2048 px', 'For large screens and small prints'],
  '1080': ['1080 px', 'For messages and social media'],
}

type Props = { sizes: readonly Size[]; value: Size; isDisabled: boolean; onChoose: (size: Size) => void }

/** The sizes that the owner offers; a single size is shown without a choice. */
export function SizeChoice({ sizes, value, isDisabled, onChoose }: Props) {
  const [only] = sizes
  if (only && sizes.length === 1)
    return (
      <p>
        {WORDS[only][0]} <span className={styles['use']}>{WORDS[only][1]}</span>
      </p>
    )
  return (
    <fieldset className={styles['sizes']} disabled={isDisabled}>
      <legend className="visually-hidden">Size</legend>
      {(Object.keys(WORDS) as Size[])
        .filter(size => sizes.includes(size))
        .sort((a, b) => order(a) - order(b))
        .map(size => (
          <label key={size} className={styles['size']}>
            <input type="radio" name="size" checked={size === value} onChange={() => onChoose(size)} />
            <span>
              {WORDS[size][0]}
              <span className={styles['use']}>{WORDS[size][1]}</span>
            </span>
          </label>
        ))}
    </fieldset>
  )
}

/** Largest first; objects list numeric keys before others. */
const order = (size: Size) => (size === 'original' ? -10_000 : -Number(size))

import type { ReactNode } from 'react'
import { samples } from 'virtual:samples'
import { Link } from '../../lib/router.tsx'
import { buttonClass } from '../../ui/buttons/button.tsx'
import { CodeBlock, withBaseUrl } from './code/code-block.tsx'
import { joinLines } from './code/code-line.ts'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { type Language, findLanguageName, LanguageTabs, splitSample } from './code/languages.tsx'
import { PageHead } from './frame/page-head.tsx'
import styles from './pages.module.css'

/** The description of each part of the sample. The keys are the comments above the parts. */
const STEP_DESCRIPTIONS: Record<string, string> = {
  'Check your token': 'Replace dm_your_token with your token. The first call returns its scopes and expiry.',
  'Create an album': 'An album contains photos in an order. It is private until you share it.',
  'Upload a photo':
    'The file is sent as a form together with the album id. The response has the status processing; the thumbnail, medium and large variants follow within seconds.',
  'Share it':
    'A link opens a gallery of the album for anyone who has it. It can expire, have a password, and be revoked.',
}

const RUN_INSTRUCTIONS: Record<Language, string> = {
  js: 'Save the program as quickstart.mjs next to a photo named photo.jpg, and run node quickstart.mjs (Node 20 or newer).',
  py: 'Save the program as quickstart.py next to a photo named photo.jpg, run pip install requests, and then run python quickstart.py.',
  sh: 'Run the program in a shell that has curl and jq, in a folder with a photo named photo.jpg.',
  swift:
    'Save the program as main.swift next to a photo named photo.jpg, and run swift main.swift (Swift 5.9, macOS 13 or newer).',
}

function Step({
  number,
  title,
  text,
  children,
}: {
  number: number
  title: string
  text: ReactNode
  children?: ReactNode
}) {
  return (
    <li className={styles['step']}>
      <div className="stack-2">
        <h2 className={styles['title']}>
          <span aria-hidden className={styles['number']}>
            {number}
          </span>
          {title}
        </h2>
        <p className={styles['text']}>{text}</p>
      </div>
      {children}
    </li>
  )
}

function SampleProgram({ language }: { language: Language }) {
  const lines = samples[`quickstart.${language}`] ?? []
  return (
    <>
      <ol start={2} className={styles['steps']}>
        {splitSample(lines).map((part, index) => (
          <Step key={part.title} number={index + 2} title={part.title} text={STEP_DESCRIPTIONS[part.title]}>
            <CodeBlock
              title={findLanguageName(language)}
              name={`${part.title}, ${findLanguageName(language)}`}
              lines={part.lines}
            />
          </Step>
        ))}
      </ol>
      <aside aria-label="Complete example" className={styles['complete-example']}>
        <p className={styles['text']}>{RUN_INSTRUCTIONS[language]}</p>
        <CopyButton text={withBaseUrl(joinLines(lines))} label="Copy Code" />
      </aside>
    </>
  )
}

/** S-DEV-08: the guide from a token to a shared gallery. */
export function Quickstart() {
  return (
    <>
      <PageHead
        title="Quickstart Guide"
        description="Create a shared gallery with your first photo in about five minutes."
      />
      <ol className={styles['steps']}>
        <Step
          number={1}
          title="Create a token"
          text="A token authenticates every call. This guide needs the scopes read and write. The token is shown once, so store it like a password."
        >
          <div>
            <Link to="/developers/vault" className={buttonClass({ appearance: 'primary' })}>
              Open the Token Vault
            </Link>
          </div>
        </Step>
      </ol>
      <LanguageTabs>{language => <SampleProgram language={language} />}</LanguageTabs>
      <p className={styles['next-steps']}>
        Next: read about all <Link to="/developers/endpoints">Endpoints</Link>, try calls in the{' '}
        <Link to="/developers/explorer">API Explorer</Link>, or get notified of new photos by{' '}
        <Link to="/developers/webhooks">webhooks</Link>.
      </p>
    </>
  )
}

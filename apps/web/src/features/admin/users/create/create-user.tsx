import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Card } from '../../frame/card.tsx'
import { readAgain } from '../../frame/use-admin-read.ts'
import { Credentials } from '../reset/credentials.tsx'
import { CreateForm, type Made } from './create-form.tsx'

/** S-ADM-05: replaces the form until Done is pressed. */
function Success({ made: { email, password }, onDone }: { made: Made; onDone: () => void }) {
  return (
    <div role="status">
      {password === null ? (
        <p>
          <strong>{email}</strong> was invited. The email contains a link to choose a password.
        </p>
      ) : (
        <Credentials
          lead="The account is ready. Pass on these credentials: the password is shown only once."
          parts={[
            ['Email', email],
            ['Password', password],
          ]}
        />
      )}
      <Button look="primary" wide onClick={onDone}>
        Done
      </Button>
    </div>
  )
}

/** S-ADM-04, S-ADM-05. `isFolded`: shows a button that opens the form. */
export function CreateUser({ isFolded }: { isFolded: boolean }) {
  const [isOpen, setOpen] = useState(false)
  const [made, setMade] = useState<Made | null>(null)
  const done = () => {
    setMade(null)
    setOpen(false)
    void readAgain()
  }
  if (isFolded && !isOpen && !made)
    return (
      <Button icon={<UserPlus aria-hidden />} wide onClick={() => setOpen(true)}>
        Create User
      </Button>
    )
  return (
    <Card title={made ? 'User Created' : 'Create User'}>
      {made ? <Success made={made} onDone={done} /> : <CreateForm onMade={setMade} />}
    </Card>
  )
}

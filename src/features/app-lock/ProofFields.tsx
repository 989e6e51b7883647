import { KeyRound } from 'lucide-react'
import { useId } from 'react'
import { t } from '#domain/language/translate.ts'
import { Button } from '#src/ui/Button.tsx'
import { Field } from '#src/ui/Field.tsx'
import { FieldError } from '#src/ui/FieldFrame.tsx'
import { LONGEST_PIN } from './pin.ts'
import type { useProof } from './use-proof.ts'

interface ProofFieldsProps {
  proof: ReturnType<typeof useProof>
  hasPasskey: boolean
}

/** The PIN, its error, and the passkey as an alternative. */
export function ProofFields({ proof, hasPasskey }: ProofFieldsProps) {
  const { field, pin, setPin, problem, askForPasskey } = proof
  const id = useId()
  return (
    <>
      <div>
        <Field
          ref={field}
          label="PIN"
          type="password"
          inputMode="numeric"
          autoComplete="off"
          maxLength={LONGEST_PIN}
          data-autofocus=""
          aria-invalid={problem !== undefined}
          aria-describedby={id}
          value={pin}
          onChange={(event) => setPin(event.target.value)}
        />
        {/* Rendered from the start: a screen reader announces what changes in it. */}
        <div id={id} role="alert">
          {problem === undefined ? null : (
            <div className="mt-2">
              <FieldError id={`${id}-words`}>{problem}</FieldError>
            </div>
          )}
        </div>
      </div>
      {hasPasskey ? (
        <Button variant="plain" block onClick={askForPasskey}>
          <KeyRound className="icon" aria-hidden />
          {t('Use passkey')}
        </Button>
      ) : null}
    </>
  )
}

import { Crown } from 'lucide-react'
import type { UseFormReturn } from 'react-hook-form'
import { t } from '#domain/language/translate.ts'
import { type AdminStats, PROMOTION_MONTHS, PROMOTION_TYPES } from '#domain/protocol/admin.ts'
import { displayNameOf } from '#domain/records/user.ts'
import { grantPromotion } from '#src/platform/admin-calls.ts'
import { attemptOf } from '#src/session/attempt.ts'
import { Badge } from '#src/ui/Badge.tsx'
import { Button } from '#src/ui/Button.tsx'
import { Card } from '#src/ui/Card.tsx'
import { Field } from '#src/ui/Field.tsx'
import { fieldProps } from '#src/ui/field-props.ts'
import { Select } from '#src/ui/Select.tsx'
import { toast } from '#src/ui/toast-store.ts'
import { AdminForm } from './AdminForm.tsx'
import { PROMOTION_LABELS } from './admin-text.ts'
import { EMPTY_GRANT, type GrantDraft, grantLack, grantOf } from './grant-draft.ts'
import { useAdminAct } from './use-admin-act.ts'

interface PromotionsTabProps {
  stats: AdminStats
  /** The input; it outlives the tab. */
  form: UseFormReturn<GrantDraft>
  onGranted(): void
}

/** Grants Premium for some months, and shows who has it that way (specification, section 2). */
export function PromotionsTab({ stats, form, onGranted }: PromotionsTabProps) {
  return (
    <div className="columns columns--even">
      <GrantForm form={form} onGranted={onGranted} />
      <ActivePromotions stats={stats} />
    </div>
  )
}

function GrantForm({ form, onGranted }: Pick<PromotionsTabProps, 'form' | 'onGranted'>) {
  const act = useAdminAct()
  const { isSubmitting } = form.formState
  const grant = async (draft: GrantDraft) => {
    const failed = { title: t('Failed to Grant Promotion'), otherwise: t('Failed to grant promotion') }
    const attempt = attemptOf(grantOf(draft), draft.attempt, () => crypto.randomUUID())
    form.setValue('attempt', attempt)
    const answer = await act(grantPromotion(attempt.body, attempt.key), failed)
    if (answer.kind === 'ok') {
      toast({
        title: t('Promotion Granted'),
        description: t('User has been granted promotional premium access.'),
      })
      form.reset(EMPTY_GRANT)
      onGranted()
    } else if (answer.kind === 'refused') {
      const field = answer.field === 'userId' ? 'email' : answer.field === 'months' ? 'months' : null
      if (field) form.setError(field, { message: answer.sentence }, { shouldFocus: true })
    }
  }
  return (
    <AdminForm title={t('Grant a promotion')} form={form} lackOf={grantLack} onSubmit={grant}>
      <Field label={t('User email')} type="email" autoComplete="off" maxLength={320} {...fieldProps(form, 'email')} />
      <Field
        label={t('Number of months')}
        type="number"
        inputMode="numeric"
        min={PROMOTION_MONTHS.least}
        max={PROMOTION_MONTHS.most}
        step={1}
        autoComplete="off"
        placeholder={t('e.g. 3')}
        help={t('From {least} to {most}.', PROMOTION_MONTHS)}
        {...fieldProps(form, 'months')}
      />
      <Select
        label={t('Promotion type')}
        help={t(
          'What happens when the promotion ends. Auto-renew currently downgrades to Free until a billing integration exists.',
        )}
        {...form.register('promoType')}
      >
        {PROMOTION_TYPES.map((type) => (
          <option key={type} value={type}>
            {t(PROMOTION_LABELS[type])}
          </option>
        ))}
      </Select>
      <Button type="submit" variant="primary" busy={isSubmitting ? t('Granting...') : undefined}>
        {t('Grant Promotion')}
      </Button>
    </AdminForm>
  )
}

/** Among the newest signups, those with status active and plan premium (specification, section 2). */
function ActivePromotions({ stats }: { stats: AdminStats }) {
  const active = stats.recentSignups.filter(
    ({ subscriptionStatus, subscriptionPlan }) => subscriptionStatus === 'active' && subscriptionPlan === 'premium',
  )
  return (
    <Card as="section" aria-labelledby="active-promotions">
      <h2 id="active-promotions">{t('Active promotions')}</h2>
      {active.length === 0 ? (
        <p className="quiet admin__empty">{t('No active promotional subscriptions')}</p>
      ) : (
        <ul className="list">
          {active.map((user) => {
            const name = displayNameOf(user)
            return (
              <li key={user.id} className="list__row admin__row">
                <span className="list__main">
                  <span className="list__title">{name}</span>
                  {name === user.email ? null : <span className="list__sub wrap-anywhere">{user.email}</span>}
                </span>
                <Badge state="premium" icon={<Crown className="icon" aria-hidden />}>
                  {t('Premium (Promotional)')}
                </Badge>
              </li>
            )
          })}
        </ul>
      )}
    </Card>
  )
}

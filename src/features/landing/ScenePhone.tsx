import { BellRing, Check, Sun } from 'lucide-react'
import { t } from '#domain/language/translate.ts'
import { formatTime12, type LocalTime } from '#domain/lib/local-time.ts'
import { FormGlyph } from '#src/ui/glyphs.tsx'
import { RichText } from '#src/ui/RichText.tsx'

/**
 * What the app looks like at eight in the morning, drawn with the app's own markup. A picture: nothing in it can be
 * pressed.
 */
export function ScenePhone() {
  return (
    <div className="phone">
      <div className="phone__in">
        <p className="phone__hi">
          <span>{t('Good morning, Grace')}</span>
          <Sun className="icon" />
        </p>
        <div className="arc">
          <svg viewBox="0 0 300 98" aria-hidden="true">
            <path className="arc__ground" d="M8 88 H292" />
            <path
              className="arc__rest"
              d="M42.8 56.8 L50.2 51.2 L58.8 46 L68.5 41.3 L79.2 37.1 L90.7 33.6 L102.8 30.7 L115.6 28.4 L128.8 26.9 L142.2 26.1 L155.7 26.1 L169.1 26.7 L182.3 28.1 L195.1 30.3 L207.4 33 L219 36.5 L229.8 40.6 L239.7 45.2 L248.4 50.3 L256.1 55.9 L262.4 61.8 L267.4 68.1 L271.1 74.6 L273.3 81.3 L274 88"
            />
            <path
              className="arc__done"
              d="M26 88 L26 86.6 L26.1 85.3 L26.3 83.9 L26.5 82.6 L26.7 81.2 L27.1 79.9 L27.5 78.5 L27.9 77.2 L28.4 75.8 L29 74.5 L29.6 73.2 L30.3 71.8 L31 70.5 L31.8 69.2 L32.7 67.9 L33.6 66.7 L34.5 65.4 L35.6 64.1 L36.6 62.9 L37.8 61.6 L39 60.4 L40.2 59.2 L41.5 58 L42.8 56.8"
            />
            <circle className="arc__bead" data-state="taken" cx="30.2" cy="72" r="10" />
            <path className="arc__tick" d="M26.2 72.5 l2.800 2.800 l5.200 -5.800" />
            <circle className="arc__bead" data-state="upcoming" cx="128.5" cy="26.9" r="8" />
            <circle className="arc__bead" data-state="upcoming" cx="257.4" cy="57" r="8" />
            <path className="arc__ray" d="M59.5 60.2 L63.4 61" />
            <path className="arc__ray" d="M52.2 71 L54.4 74.3" />
            <path className="arc__ray" d="M39.5 73.5 L38.7 77.4" />
            <path className="arc__ray" d="M28.7 66.2 L25.3 68.4" />
            <path className="arc__ray" d="M26.2 53.4 L22.2 52.6" />
            <path className="arc__ray" d="M33.4 42.6 L31.2 39.3" />
            <path className="arc__ray" d="M46.2 40.2 L47 36.2" />
            <path className="arc__ray" d="M57 47.4 L60.3 45.2" />
            <circle className="arc__sun" cx="42.8" cy="56.8" r="13" />
          </svg>
          <div className="arc__middle">
            <span className="arc__figure">
              <RichText
                text={t('{taken} <small>of {all}</small>', { taken: 1, all: 5 })}
                tags={{ small: (part) => <small>{part}</small> }}
              />
            </span>
          </div>
        </div>
        <div className="due">
          <div className="due__head">
            <span className="slot__time">{formatTime12('08:00' as LocalTime)}</span>
            <span className="badge" data-state="due">
              <BellRing className="icon" />
              {t('Due now')}
            </span>
          </div>
          <ul className="due__list">
            <li className="dose">
              <FormGlyph form="caplet" className="dose__form" />
              <span className="grow">
                {/* not translated: a name */}
                <span className="dose__name">Metformin XR</span>
                <span className="dose__how">{t('1000 mg, 1 tablet')}</span>
              </span>
            </li>
            <li className="dose">
              <FormGlyph form="round" className="dose__form" />
              <span className="grow">
                {/* not translated: a name */}
                <span className="dose__name">Apixaban</span>
                <span className="dose__how">{t('5 mg, 1 tablet')}</span>
              </span>
            </li>
          </ul>
          <div className="due__foot">
            <span className="btn btn--primary btn--lg btn--block">
              <Check className="icon" />
              {t('Taken (2)')}
            </span>
          </div>
        </div>
      </div>
    </div>
  )
}

import { Button } from '../../components/button.tsx';
import styles from './settings.module.css';

type FolderSettingProps = { readonly folder: string; readonly onChoose: () => void };

export function FolderSetting({ folder, onChoose }: FolderSettingProps) {
  return (
    <div className={styles.line}>
      <div>
        <div className="field-label">Library folder</div>
        <div className={styles.path}>{folder}</div>
        <p className="field-hint">
          Downloads go here, one plain folder per model. What is there already stays where it is.
        </p>
      </div>
      <Button icon="folder" onClick={onChoose}>
        Choose…
      </Button>
    </div>
  );
}

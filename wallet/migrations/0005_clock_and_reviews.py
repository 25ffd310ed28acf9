from pathlib import Path

from django.db import migrations, models

from battle21.settings.database import RUNTIME_ROLE

SQL = Path(__file__).resolve().parent.parent / "sql" / "0007_clock_and_reviews.sql"
GRANT = "SELECT wallet_grant(rolname) FROM pg_roles WHERE rolname = %s"


def run_file(apps, schema_editor):
    schema_editor.execute(SQL.read_text(), params=None)
    schema_editor.execute(GRANT, [RUNTIME_ROLE])


def tell_reviews_from_freezes(apps, schema_editor):
    """Until now a large win froze the account. What staff had frozen besides stays frozen."""
    gates = apps.get_model("wallet", "PlayerGate").objects.filter(frozen=True, changed_by="large win")
    for gate in gates:
        gate.in_review, gate.review_reason, gate.review_by = True, gate.reason, gate.changed_by
        gate.frozen = not all(why.startswith("match:") for why in gate.reason.split("; "))
        gate.save()


class Migration(migrations.Migration):

    dependencies = [
        ('wallet', '0004_days'),
    ]

    operations = [
        migrations.AddField(
            model_name='playergate',
            name='in_review',
            field=models.BooleanField(db_default=False, default=False, help_text='A large win waits for staff: nothing leaves the account'),
        ),
        migrations.AddField(
            model_name='playergate',
            name='review_by',
            field=models.CharField(blank=True, db_default='', default='', max_length=100),
        ),
        migrations.AddField(
            model_name='playergate',
            name='review_reason',
            field=models.CharField(blank=True, db_default='', default='', max_length=500),
        ),
        migrations.RunPython(tell_reviews_from_freezes),
        migrations.RunPython(run_file),
    ]
